import type { team as types } from "cloud-storage-api";
import { schema } from "cloud-storage-api/schema";
import { decodeMemberAddArg, membersAddJobStatusGet } from "cloud-storage-api/team";
import type { ComponentChildren, VNode } from "preact";
import { useMemo, useState } from "preact/hooks";
import { CheckedList, ProgressBar, useBulk } from "../actions/bulk.js";
import { FormDialog } from "../actions/form-dialog.js";
import { showChange } from "../actions/show-outcome.js";
import { waitForJob } from "../calls/explain-errors.js";
import { Choice, enteredText, Field, TextArea } from "../components/field.js";
import { counted } from "../components/text.js";
import { type AdminConsole, useAdminConsole } from "../console-context.js";
import { findInputProblems, type InputProblems } from "../problems/input-problems.js";
import { Problem, unknownProblem } from "../problems/problem.js";
import { explainAdded, explainJob } from "../problems/route-problems.js";
import { chosenRole, roleOptions } from "./member.js";
import { type Person, readPeople } from "./read-people.js";

/** The dialog that invites a person to the team. */
export function InviteDialog({ onInvited }: { readonly onInvited: () => void }): VNode {
  const admin = useAdminConsole();
  const { lists, refreshTeam } = admin;
  const submit = async (data: FormData): Promise<ComponentChildren> => {
    const { member_email, member_given_name, member_surname, role } = enteredMember(data);
    const person = { email: member_email, given: member_given_name, surname: member_surname };
    const [result] = await invite(admin, [person], role);
    if (result?.[".tag"] !== "success") {
      throw new Problem((result && explainAdded(result)) ?? unknownProblem);
    }
    const { profile } = result;
    await showChange(admin, async () => {
      await lists.refresh("members", profile.team_member_id);
      onInvited();
    });
    refreshTeam();
    return (
      <>
        <bdi>{profile.name.display_name}</bdi> was invited.
      </>
    );
  };
  return (
    <FormDialog title="Invite a member" button="Send invitation" isSensitive check={check} submit={submit}>
      <p>The invitation contains a link to a page where the new member chooses a password.</p>
      <div class="field-row">
        <Field label="Given name" name="member_given_name" maxLength={100} />
        <Field label="Surname" name="member_surname" maxLength={100} />
      </div>
      <Field label="Email" name="member_email" type="email" maxLength={255} />
      <Choice legend="Role" name="role" options={roleOptions} chosen="member_only" />
    </FormDialog>
  );
}

/** What was entered, as the API takes it. */
type EnteredMember = Required<
  Pick<types.MemberAddArg, "member_email" | "member_given_name" | "member_surname" | "role">
>;

function enteredMember(data: FormData): EnteredMember {
  return {
    member_email: enteredText(data, "member_email"),
    member_given_name: enteredText(data, "member_given_name"),
    member_surname: enteredText(data, "member_surname"),
    role: chosenRole(enteredText(data, "role")),
  };
}

const check = (data: FormData): InputProblems => findInputProblems(schema(decodeMemberAddArg), enteredMember(data));

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

/** The maximum number of people that the API adds in one call. */
const maxInvited = 20;

/** Invites people. Returns the result for each of them, in the same order. Rejects with a `Problem` if that is impossible. */
async function invite(
  { team }: AdminConsole,
  people: readonly Person[],
  role: types.AdminTierInput,
): Promise<readonly types.MemberAddResult[]> {
  const new_members = people.map(({ email, given, surname }) => ({
    member_email: email,
    member_given_name: given,
    member_surname: surname,
    role,
  }));
  const launch = team.membersAdd({ new_members });
  const done = await waitForJob(launch, () => undefined, membersAddJobStatusGet, explainJob);
  if (done[".tag"] !== "complete") {
    throw new Problem(unknownProblem);
  }
  return done.complete;
}
