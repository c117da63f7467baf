/** A problem whose message tells the person who starts the service what to do. */
export class StartProblem extends Error {
  override readonly name = "StartProblem";
}
