/** Saves figures: as a standalone drawing, or as a table. */

const DRAWN = [
  "fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "opacity", "font-size",
  "font-family", "font-weight", "text-anchor",
  "paint-order",
]; // prettier-ignore

/** The text of an SVG with its colours and fonts written into it. */
export function standalone(svg: SVGSVGElement, title: string): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const [here, there] = [svg, copy].map((one) => [...one.querySelectorAll<SVGElement>("*")]);
  here!.forEach((element, n) => {
    const style = getComputedStyle(element);
    for (const name of DRAWN) there![n]!.setAttribute(name, style.getPropertyValue(name));
    for (const name of ["class", "tabindex", "role", "style"]) there![n]!.removeAttribute(name);
  });
  const { width, height } = svg.getBoundingClientRect();
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", `${width}`);
  copy.setAttribute("height", `${height}`);
  for (const name of ["class", "style", "aria-hidden"]) copy.removeAttribute(name);
  const paper = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  paper.setAttribute("width", "100%");
  paper.setAttribute("height", "100%");
  paper.setAttribute("fill", getComputedStyle(document.body).backgroundColor);
  const name = document.createElementNS("http://www.w3.org/2000/svg", "title");
  name.textContent = title;
  copy.prepend(name, paper);
  return new XMLSerializer().serializeToString(copy);
}

/** Save a string as a file. */
export function saveFile(text: string, kind: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: kind }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
