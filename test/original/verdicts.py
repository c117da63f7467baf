"""
Reads specifications as JSON, and prints for each what Stone's compiler makes of it: the API, or the kind of error and its
message.
"""
import json
import sys

from stone.frontend.exception import InvalidSpec
from stone.frontend.frontend import specs_to_ir
from stone.frontend.ir_generator import IRGenerator

from ir import to_json

schema = None
validate = IRGenerator._validate_stone_cfg


def validate_stone_cfg(self):
    """Keeps the namespace of route attributes, which Stone takes out of the API."""
    global schema
    schema = self.api.namespaces.get("stone_cfg")
    return validate(self)


IRGenerator._validate_stone_cfg = validate_stone_cfg


def verdict(texts):
    global schema
    schema = None
    try:
        api = specs_to_ir([(f"{index}.stone", text) for index, text in enumerate(texts)])
    except InvalidSpec as error:
        return ["refuses", str(error.msg)]
    except Exception as error:  # Stone fails on some specifications instead of refusing them.
        return ["fails", f"{type(error).__name__}: {error}"]
    return ["accepts", to_json(api, schema)]


# Examples may hold references that Stone has left unresolved.
print(json.dumps([verdict(texts) for texts in json.load(sys.stdin)], default=lambda each: f"<{type(each).__name__}>"))
