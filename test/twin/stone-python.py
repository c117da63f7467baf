"""Calls each route of a mock with the classes that Stone's own generator makes for Python.

Arguments: the folder with the generated package `api`, the address of the mock, and a JSON file with the calls. Prints
the number of answers and of errors, and what was wrong, as JSON.
"""
import base64
import importlib
import json
import sys
import urllib.error
import urllib.request

folder, address, calls = sys.argv[1:]
sys.path.insert(0, folder)
serializers = importlib.import_module("stone.backends.python_rsrc.stone_serializers")


def post(path, headers, body):
    request = urllib.request.Request(address + path, data=body, headers=headers, method="POST")
    try:
        with urllib.request.urlopen(request) as response:
            return response.status, response.headers, response.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read()


def read(validator, value):
    """Decodes as a client does."""
    return serializers.json_compat_obj_decode(validator, value, strict=False)


def read_tags(validator, value):
    """The chain of tags of an error; None for one with a catch-all tag, which servers may send and these classes refuse."""
    try:
        return tags_of(read(validator, value))
    except Exception as problem:
        if "unexpected use of the catch-all tag" in str(problem):
            return None
        raise


def tags_of(error):
    """The chain of tags of a decoded error."""
    if hasattr(error, "_tag"):
        return [error._tag] + tags_of(error._value)
    for name, _ in getattr(error, "_all_fields_", ()):
        value = getattr(error, "_%s_value" % name, None)
        if hasattr(value, "_tag"):
            return tags_of(value)
    return []


answers = errors = 0
wrong = []
for call in json.load(open(calls)):
    label = "%s/%s" % (call["namespace"], call["name"])
    try:
        route = importlib.import_module("api." + call["module"]).ROUTES[call["name"]]
        argument = serializers.json_compat_obj_decode(route.arg_type, call["arg"], strict=True)
        text = json.dumps(serializers.json_compat_obj_encode(route.arg_type, argument))
        headers = dict(call["headers"])
        if call["argHeader"] is not None:
            headers[call["argHeader"]] = text
            body = b"content" if call["style"] == "upload" else b""
        else:
            body = text.encode() if call["hasArg"] else b""
        status, received, content = post(call["path"], headers, body)
        result = received[call["resultHeader"]] if call["style"] == "download" else content
        if status != 200:
            raise ValueError("status %d: %r" % (status, content[:200]))
        read(route.result_type, json.loads(result))
        answers += 1
        for path in call["errors"]:
            plan = {"route": call["key"], "error": path, "times": 1}
            status, _, content = post("/__twin/plans", {"Content-Type": "application/json"}, json.dumps([plan]).encode())
            if status >= 300:
                raise ValueError("plan of %s: %r" % (path, content[:200]))
            status, _, content = post(call["path"], headers, body)
            reply = json.loads(content)
            if status != 409 or reply["error_summary"].rstrip(".") != path + "/":
                raise ValueError("%s: %d %r" % (path, status, content[:200]))
            tags = read_tags(route.error_type, reply["error"])
            # The tag of a subtype is a class here.
            if tags is not None and not (path + "/").startswith("/".join(tags) + "/"):
                raise ValueError("%s was read as %s" % (path, "/".join(tags)))
            errors += 1
    except Exception as problem:  # each route is tried
        wrong.append([label, "%s: %s" % (type(problem).__name__, problem)])
print(json.dumps({"answers": answers, "errors": errors, "wrong": wrong}))
