/** The filter of finished games; the page's address contains it too. */

export const FIELDS = [
  "game",
  "scenario",
  "outcome",
  "against",
  "rated",
  "opponent",
  "opening",
  "first",
  "last",
] as const;
export type Field = (typeof FIELDS)[number];
export type Filter = Partial<Record<Field, string>>;

export function filterOf(search: string): Filter {
  const asked = new URLSearchParams(search);
  return Object.fromEntries(
    FIELDS.flatMap((field) => {
      const value = asked.get(field);
      return value ? [[field, value]] : [];
    }),
  );
}

/** The query for a page of a person's games; without a name, the user's own. */
export function queryOf(filter: Filter, who: string, before: string): string {
  const query = new URLSearchParams();
  for (const field of FIELDS) {
    const value = filter[field]?.trim();
    if (value) query.set(field, value);
  }
  if (who) query.set("who", who);
  if (before) query.set("before", before);
  return query.toString();
}

/** The filter with a field changed; a scenario belongs to its game. */
export function changed(filter: Filter, field: Field, value: string): Filter {
  const next = { ...filter, [field]: value };
  if (field === "game") delete next.scenario;
  if (!value) delete next[field];
  return next;
}
