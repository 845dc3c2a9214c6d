import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { app } from "./state/app.svelte";
import { settings } from "./state/settings.svelte";
import { keepPlace } from "./ui/place";

settings.show();
app.start();
keepPlace();
mount(App, { target: document.getElementById("app")! });
