import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { app } from "./state/app.svelte";
import { settings } from "./state/settings.svelte";

settings.show();
app.start();
mount(App, { target: document.getElementById("app")! });
