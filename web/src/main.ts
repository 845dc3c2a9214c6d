import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { app } from "./state/app.svelte";
import { settings } from "./state/settings.svelte";
import { keepFocus } from "./ui/focus";
import { keepPlace } from "./ui/place";

settings.show();
app.start();
keepPlace();
keepFocus();
mount(App, { target: document.getElementById("app")! });
