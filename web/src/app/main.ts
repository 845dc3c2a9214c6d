import { mount } from "svelte";
import App from "./App.svelte";
import { pages } from "./pages";
import "../ui/app.css";
import { app } from "../state/app.svelte";
import { route } from "../state/route.svelte";
import { settings } from "../state/settings.svelte";
import { keepFocus } from "../ui/page/focus";
import { keepPlace } from "../ui/page/place";
import { restoreTyped } from "../ui/page/typed";

// The sentences and the code of the first page are asked for together.
const spoken = settings.show();
pages[route.page.name]().catch(() => undefined);
app.start();
keepPlace();
keepFocus();
restoreTyped();
void spoken.then(() => mount(App, { target: document.getElementById("app")! }));
