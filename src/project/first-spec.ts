/** The specification that `init` writes: a route, two structs, two unions and an example, with explanations. */
export const firstSpec = `# A comment is for readers of the specification. The namespace becomes a module of the generated package.
namespace greeter

struct GreetArg
    "What to say, and to whom. A string below a definition is its documentation, which the package contains too."

    name String(min_length=1)
        "The person to greet."
    style Style = plain
        "How to greet. A field with a default can be omitted."
    language String?
        "A language such as \`en\`. A question mark makes a field nullable, so that it can be omitted too."

    example default
        name = "Ada"
        style = warm

union Style
    "A value has one tag. Later versions may add tags, so callers must expect unknown ones, except in a union_closed."

    plain
    warm

struct Greeting
    text String

union GreetError
    unwelcome
        "This person is not greeted."
    too_often UInt32
        "Greeted too often. A tag can carry a value: here, the number of seconds to wait."

# The argument, the result and the error of a route. Void means none.
route greet (GreetArg, Greeting, GreetError)
    "Greets a person. Fails with :field:\`GreetError.unwelcome\` if the person is not welcome."
`;
