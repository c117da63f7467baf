/**
 * Creates an error without a stack, on engines that support this: collecting the stack takes longer than all the other work of
 * a server for a rejected call.
 */
export function withoutStack<Made extends Error>(create: () => Made): Made {
  const limit: unknown = Reflect.get(Error, "stackTraceLimit");
  if (limit === undefined || !Reflect.set(Error, "stackTraceLimit", 0)) {
    return create();
  }
  try {
    return create();
  } finally {
    Reflect.set(Error, "stackTraceLimit", limit);
  }
}
