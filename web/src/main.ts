import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { app } from "./state/app.svelte";
import { settings } from "./state/settings.svelte";
import { keepFocus } from "./ui/focus";
import { keepPlace } from "./ui/place";
import { restoreTyped } from "./ui/typed";

settings.show();
app.start();
keepPlace();
keepFocus();
restoreTyped();
mount(App, { target: document.getElementById("app")! });
