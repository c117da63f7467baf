import type { VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import { FormDialog } from "../actions/form-dialog.js";
import { useBulk } from "../actions/use-bulk.js";
import { CheckedList } from "../components/checked-list.js";
import { Choice } from "../components/choice.js";
import { enteredText } from "../components/field.js";
import { ProgressBar } from "../components/progress-bar.js";
import { counted } from "../components/text.js";
import { TextArea } from "../components/text-area.js";
import { useAdminConsole } from "../console-context.js";
import { explainAdded } from "../problems/member-problems.js";
import { Problem } from "../problems/problem.js";
import { invite, maxInvited } from "./invite.js";
import type { Person } from "./read-line.js";
import { readPeople } from "./read-people.js";
import { chosenRole, roleOptions } from "./wording.js";

/** The dialog that invites the people in a pasted list. It shows how it interprets the list before anything is sent. */
export function InviteListDialog({ onInvited }: { readonly onInvited: () => void }): VNode {
  const admin = useAdminConsole();
  const [text, setText] = useState("");
  const { people, invalid } = useMemo(() => readPeople(text), [text]);
  const bulk = useBulk<Person>({ keyOf: ({ email }) => email, nameOf, batchSize: maxInvited });
  const submit = async (data: FormData): Promise<string> => {
    if (people.length === 0 || invalid.length > 0) {
      const numbers = invalid.map(({ line }) => line).join(", ");
      throw new Problem(
        numbers === ""
          ? "There is nobody in the list."
          : `Nothing was sent. Correct or delete these lines: ${numbers}.`,
      );
    }
    const invited = new Set<Person>();
    try {
      await bulk.run(people, async (batch) => {
        const results = await invite(admin, batch, chosenRole(enteredText(data, "role")));
        const reasons = results.flatMap((result, index) => {
          const [person, reason] = [batch[index], explainAdded(result)];
          return person === undefined || reason === undefined ? [] : [[person, reason] as const];
        });
        const failed = new Map(reasons);
        batch.filter((person) => !failed.has(person)).forEach((person) => invited.add(person));
        return failed;
      });
    } catch (thrown) {
      setText(
        people
          .filter((person) => !invited.has(person))
          .map(write)
          .join("\n"),
      );
      throw thrown;
    } finally {
      if (invited.size > 0) {
        onInvited();
        admin.refreshTeam();
      }
    }
    return `${counted(people.length, "person", "people")} ${people.length === 1 ? "was" : "were"} invited.`;
  };
  return (
    <FormDialog
      title="Invite several people"
      button={people.length === 0 ? "Send invitations" : `Send ${counted(people.length, "invitation")}`}
      isSensitive
      submit={submit}
    >
      <TextArea
        label="People"
        name="people"
        value={text}
        hint="On each line an address, Name <address>, or cells of a spreadsheet. Missing names are taken from the address."
        onInput={setText}
      />
      {people.length + invalid.length > 0 && (
        <CheckedList
          label="How the list is understood"
          items={[
            ...invalid.map(({ line, text, problem }) => ({
              key: `line ${line}`,
              title: `Line ${line}: ${text}`,
              problem,
            })),
            ...people.map((person) => ({
              key: person.email,
              title: nameOf(person),
              detail: person.email,
              problem: bulk.reasons.get(person.email),
            })),
          ]}
        />
      )}
      {bulk.progress && <ProgressBar {...bulk.progress} />}
      <Choice legend="Role" name="role" options={roleOptions} chosen="member_only" />
    </FormDialog>
  );
}

function nameOf({ given, surname }: Person): string {
  return `${given} ${surname}`;
}

/** Returns a person as a line that `readPeople` can read. */
function write({ given, surname, email }: Person): string {
  return `${email}, "${given}", "${surname}"`;
}
