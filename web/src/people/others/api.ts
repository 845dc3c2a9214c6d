/** Requests about moderation: muting, blocking, reporting, and the moderators' pages. */
import { ask } from "../../api/client";
import type {
  CallPerson,
  DecideReport,
  EndTable,
  GiveRole,
  Hidden,
  HidePerson,
  HideStudy,
  House,
  HouseLimits,
  HouseLog,
  HousePeople,
  HouseReports,
  HouseStudy,
  HouseTables,
  ListTable,
  OwnReports,
  PersonDetails,
  SendReport,
  Suspend,
} from "../../api/protocol";

const query = (asked: Record<string, string | number | undefined>): string => {
  const found = Object.entries(asked).filter(([, value]) => value);
  const params = new URLSearchParams(found.map(([key, value]) => [key, String(value)])).toString();
  return params ? `?${params}` : "";
};

export const orderApi = {
  hides: () => ask<Hidden>("/hides"),
  hide: (wish: HidePerson) => ask<Hidden>("/hides", wish),
  show: (who: string, table?: string) => ask<Hidden>("/hides/remove", { who, table }),
  reports: () => ask<OwnReports>("/reports"),
  report: (wish: SendReport) => ask<OwnReports>("/reports", wish),
};

export const houseApi = {
  house: () => ask<House>("/admin"),
  tables: (status: string, find: string, before = "") =>
    ask<HouseTables>(`/admin/tables${query({ status, find, before })}`),
  endTable: (wish: EndTable) => ask<HouseTables>("/admin/tables/end", wish),
  listTable: (wish: ListTable) => ask<HouseTables>("/admin/tables/hide", wish),
  hideStudy: (wish: HideStudy) => ask<HouseStudy>("/admin/studies/hide", wish),
  people: (find: string) => ask<HousePeople>(`/admin/people${query({ find })}`),
  person: (who: string) => ask<PersonDetails>(`/admin/people/${encodeURIComponent(who)}`),
  suspend: (wish: Suspend) => ask<PersonDetails>("/admin/people/suspend", wish),
  rename: (wish: CallPerson) => ask<PersonDetails>("/admin/people/rename", wish),
  logOut: (who: string) => ask<PersonDetails>("/admin/people/log-out", { who }),
  giveRole: (wish: GiveRole) => ask<PersonDetails>("/admin/people/role", wish),
  reports: (done: boolean, before = 0) =>
    ask<HouseReports>(`/admin/reports${query({ done: done ? "yes" : "no", before })}`),
  decide: (wish: DecideReport) => ask<HouseReports>("/admin/reports/decide", wish),
  limits: () => ask<HouseLimits>("/admin/limits"),
  log: (before = 0) => ask<HouseLog>(`/admin/log${query({ before })}`),
};
