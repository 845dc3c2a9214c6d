import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { settings } from "./state/settings.svelte";

settings.show();
mount(App, { target: document.getElementById("app")! });
