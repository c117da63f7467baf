/** The specification that `init` writes: a route, two structs, two unions and an example, with what to know of them. */
export const firstSpec = `# The first lines of a specification: comments are for its readers, and the namespace is what callers import.
namespace greeter

struct GreetArg
    "What to say, and to whom. A text in quotes below a definition is its documentation: it comes into the package."

    name String(min_length=1)
        "Who is to be greeted."
    style Style = plain
        "How warmly. A field with a default may be left out."
    language String?
        "Such as \`en\`. A question mark makes a field nullable: it may be left out too."

    example default
        name = "Ada"
        style = warm

union Style
    "One of several. Unless it is a union_closed, a later version may add more, and callers are made to expect that."

    plain
    warm

struct Greeting
    text String

union GreetError
    unwelcome
        "This name is not greeted."
    too_often UInt32
        "Greeted enough. A tag may carry a value: here, the seconds to wait."

# What it takes, what it gives, how it fails. Void stands for nothing.
route greet(GreetArg, Greeting, GreetError)
    "Greets somebody. Fails with :field:\`GreetError.unwelcome\` if it would rather not."
`;
