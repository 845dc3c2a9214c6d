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

/** All that a page can say without the file of its sentences. */
const UNSPOKEN = {
  en: "This page couldn’t be loaded. Please load it again.",
  ja: "ページを読み込めませんでした。再読み込みしてください。",
};

const place = document.getElementById("app")!;

function apologize(): void {
  const told = document.createElement("p");
  told.role = "alert";
  told.style.padding = "2rem";
  told.textContent = UNSPOKEN[settings.lang];
  place.append(told);
}

// The sentences and the code of the first page are asked for together.
const spoken = settings.show();
pages[route.page.name]().catch(() => undefined);
app.start();
keepPlace();
keepFocus();
restoreTyped();
void spoken.then(() => mount(App, { target: place }), apologize);
