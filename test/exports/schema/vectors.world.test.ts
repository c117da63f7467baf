import { describeWithDropboxRecordings } from "../../support/describe-with-dropbox.js";
import { testSchemas } from "./test-schemas.js";

describeWithDropboxRecordings("the schemas of the public API", () => {
  testSchemas("dropbox", { every: 5, everyMutated: 15, mutations: 3 });
});
