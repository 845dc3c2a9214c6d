/** The client's own sentences in Japanese. */
import account from "./account.ja.json";
import calls from "./calls.ja.json";
import club from "./club.ja.json";
import finding from "./finding.ja.json";
import main from "./ja.json";
import order from "./order.ja.json";
import programs from "./programs.ja.json";
import study from "./study.ja.json";

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
