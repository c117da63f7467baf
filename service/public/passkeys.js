// Creates or uses a passkey when a form with the attribute `data-passkey` is submitted, and sends the form with the credential.
// Converts the binary values itself: browsers have functions for that only since 2025.

const toBytes = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));

const toText = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

const withBytes = (descriptor) => ({ ...descriptor, id: toBytes(descriptor.id) });

const describeCredential = ({ id, rawId, type }, response) =>
  JSON.stringify({ id, rawId: toText(rawId), type, response, clientExtensionResults: {} });

async function createPasskey(options) {
  const created = await navigator.credentials.create({
    publicKey: {
      ...options,
      challenge: toBytes(options.challenge),
      user: withBytes(options.user),
      excludeCredentials: options.excludeCredentials.map(withBytes),
    },
  });
  const { clientDataJSON, attestationObject } = created.response;
  return describeCredential(created, {
    clientDataJSON: toText(clientDataJSON),
    attestationObject: toText(attestationObject),
    transports: created.response.getTransports?.() ?? [],
  });
}

async function usePasskey(options) {
  const used = await navigator.credentials.get({
    publicKey: {
      ...options,
      challenge: toBytes(options.challenge),
      allowCredentials: options.allowCredentials.map(withBytes),
    },
  });
  const { clientDataJSON, authenticatorData, signature } = used.response;
  return describeCredential(used, {
    clientDataJSON: toText(clientDataJSON),
    authenticatorData: toText(authenticatorData),
    signature: toText(signature),
  });
}

function explain(error, origin) {
  if (location.origin !== origin) {
    return `Passkeys can only be used at ${origin}. Open this page there.`;
  }
  switch (error.name) {
    case "InvalidStateError":
      return "This device has a passkey for the account already.";
    case "NotAllowedError":
      return "That was canceled, or took too long. Please try again.";
    default:
      return "This browser cannot use passkeys here.";
  }
}

for (const form of document.querySelectorAll("form[data-passkey]")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { passkey, options, origin } = form.dataset;
    const problem = form.querySelector("[role=alert]");
    const perform = passkey === "create" ? createPasskey : usePasskey;
    try {
      form.elements.namedItem("credential").value = await perform(JSON.parse(options));
      form.submit();
    } catch (error) {
      problem.textContent = explain(error, origin);
    }
  });
}
