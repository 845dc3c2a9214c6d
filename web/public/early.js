// Before the first paint: the language and theme that were chosen last time, so nothing flashes.
(function () {
  var root = document.documentElement;
  var kept = {};
  var query = location.pathname.indexOf("/embed/") === 0 && new URLSearchParams(location.search);
  try {
    kept = query
      ? { lang: query.get("lang"), theme: query.get("theme") }
      : JSON.parse(localStorage.getItem("honjin.settings")) || {};
  } catch (_) {
    /* unreadable settings count as none */
  }
  var first = (navigator.language || "en").slice(0, 2);
  var known = kept.lang === "en" || kept.lang === "ja";
  root.lang = known ? kept.lang : first === "ja" ? "ja" : "en";
  var night =
    kept.theme === "dark" ||
    (kept.theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  root.dataset.theme = night ? "dark" : "light";
})();
