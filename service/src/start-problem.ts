/** A problem that prevents a start. The message tells the operator what to do. */
export class StartProblem extends Error {
  override readonly name: string = "StartProblem";
}
