/**
 * Templates with holes, filled as the reader's language wants it (CLDR, by `Intl`).
 *
 *     {who}                            the value; several are joined, as in A, B and C
 *     {who|or}                         A, B or C
 *     {n} {n|one:point|other:points}   a form for each plural category of the language
 *     {n|0:no point|one:…|other:…}     before it, forms for single numbers
 *     {who|one:wins|other:win}         several count their number; what is no number counts as one
 *
 * The same as `honjin.core.words`, which checks the templates of games.
 */
/** A language that the page can be read in. */
export type Lang = keyof typeof LOCALES;
export type Filling = number | string | readonly string[];

const HOLE = /\{(\w+)((?:\|[^{}|]*)*)\}/g;
const OR = "|or";
const LOCALES = { en: "en-GB", ja: "ja" };

const each = <T>(make: (locale: string) => T): Record<Lang, T> => ({
  en: make(LOCALES.en),
  ja: make(LOCALES.ja),
});
const plural = each((locale) => new Intl.PluralRules(locale));
const all = each((locale) => new Intl.ListFormat(locale, { type: "conjunction" }));
const either = each((locale) => new Intl.ListFormat(locale, { type: "disjunction" }));

/** The sentence of a template; a hole that nothing fills is left empty. */
export function fillIn(
  template: string,
  lang: Lang,
  value: (hole: string) => Filling | undefined,
): string {
  return template.replace(HOLE, (_, hole: string, how: string) => {
    const filling = value(hole) ?? "";
    return how === "" || how === OR ? plain(filling, how, lang) : chosen(filling, how, lang);
  });
}

function plain(filling: Filling, how: string, lang: Lang): string {
  if (typeof filling !== "object") return String(filling);
  return (how === OR ? either : all)[lang].format(filling);
}

/** The form for how many there are. */
function chosen(filling: Filling, how: string, lang: Lang): string {
  const n =
    typeof filling === "number" ? filling : typeof filling === "object" ? filling.length : 1;
  const forms = formsOf(how);
  return forms.get(String(n)) ?? forms.get(plural[lang].select(n)) ?? "";
}

/** The forms of `|one:point|other:points` by their names. */
export function formsOf(how: string): Map<string, string> {
  return new Map(
    how
      .split("|")
      .slice(1)
      .map((part) => {
        const cut = part.indexOf(":");
        return [part.slice(0, cut), part.slice(cut + 1)];
      }),
  );
}

/** Names as a list in a sentence: all of them, or one of them. */
export const listed = (names: readonly string[], lang: Lang): string => all[lang].format(names);

/**
 * What is wrong with a template: a choice without a form for each plural category, or a brace that
 * is no hole, such as that of a hole inside a form.
 */
export function flaws(template: string, lang: Lang): string[] {
  const wanted = [...plural[lang].resolvedOptions().pluralCategories].sort().join();
  const short = [...template.matchAll(HOLE)]
    .filter(([, , how]) => how !== "" && how !== OR)
    .filter(
      ([, , how]) =>
        [...formsOf(how!).keys()]
          .filter((name) => !/^\d+$/.test(name))
          .sort()
          .join() !== wanted,
    )
    .map(([hole]) => hole);
  return [...short, ...(template.replace(HOLE, "").match(/[{}]/g) ?? [])];
}

/** The names of what a template is filled with. */
export const holesOf = (template: string): string[] =>
  [...new Set([...template.matchAll(HOLE)].map((hole) => hole[1]!))].sort();

/** A whole number with its sign, as a change or a difference. */
export const signed = (n: number, zero = "0"): string =>
  n > 0 ? `+${n}` : n < 0 ? `−${-n}` : zero;
