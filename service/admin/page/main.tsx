import { render } from "preact";
import { connect } from "./api.js";
import { App } from "./app.js";
import { Welcome } from "./welcome.js";

const place = document.getElementById("app");
if (place !== null) {
  const client = await connect();
  render(client === undefined ? <Welcome /> : <App team={client.team} />, place);
}
