/** The client's own sentences in English. */
import account from "./account.en.json";
import calls from "./calls.en.json";
import club from "./club.en.json";
import finding from "./finding.en.json";
import main from "./en.json";
import order from "./order.en.json";
import programs from "./programs.en.json";
import study from "./study.en.json";

export default {
  ...main,
  ...account,
  ...calls,
  ...club,
  ...finding,
  ...order,
  ...programs,
  ...study,
};
