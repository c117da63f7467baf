import { describe } from "vitest";
import { describeInChromium } from "../../test/browser/chromium.js";
import { testDialogs } from "./admin-page/dialogs.js";
import { testGroups } from "./admin-page/groups.js";
import { testLogIn } from "./admin-page/log-in.js";
import { testMembers } from "./admin-page/members.js";
import { testOtherParts } from "./admin-page/other-parts.js";
import { testPeopleList } from "./admin-page/people-list.js";
import { testPlaces } from "./admin-page/places.js";
import { describeService } from "./support/service.js";

describe("a list of people", testPeopleList);

// The tests share one browser and one service, which take longer to start than a test.
describeInChromium("the admin console", (browser) => {
  describeService("the admin console", (service) => {
    describe("members", () => testMembers(service, browser));
    describe("groups", () => testGroups(service, browser));
    describe("other parts", () => testOtherParts(service, browser));
    describe("dialogs and menus", () => testDialogs(service, browser));
    describe("URLs and sizes", () => testPlaces(service, browser));
    describe("log-in and log-out", () => testLogIn(service, browser));
  });
});
