import type { TargetedSubmitEvent, VNode } from "preact";
import { fieldOf } from "./field.js";

interface NewNameProps {
  /** What the name is of. */
  readonly label: string;
  /** Creates what has the name; whether that was possible. */
  readonly create: (name: string) => Promise<boolean>;
}

/** A form that asks for the name of something new. */
export function NewName({ label, create }: NewNameProps): VNode {
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    void create(fieldOf(form, "name")).then((isCreated) => isCreated && form.reset());
  };
  return (
    <form onSubmit={submit}>
      <input name="name" placeholder={label} aria-label={label} required />
      <button>Create</button>
    </form>
  );
}
