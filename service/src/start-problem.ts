/** A problem whose message is a sentence for the person who starts the service, and says what to do. */
export class StartProblem extends Error {
  override readonly name = "StartProblem";
}
