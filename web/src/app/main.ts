import { mount } from "svelte";
import App from "./App.svelte";
import "../ui/app.css";
import { app } from "../state/app.svelte";
import { settings } from "../state/settings.svelte";
import { keepFocus } from "../ui/page/focus";
import { keepPlace } from "../ui/page/place";
import { restoreTyped } from "../ui/page/typed";

settings.show();
app.start();
keepPlace();
keepFocus();
restoreTyped();
mount(App, { target: document.getElementById("app")! });
