"""Reads specifications as JSON, and prints for each what Stone's compiler says of it: null, or the kind of error and its message."""
import json
import sys

from stone.frontend.exception import InvalidSpec
from stone.frontend.frontend import specs_to_ir


def verdict(texts):
    try:
        specs_to_ir([(f"{index}.stone", text) for index, text in enumerate(texts)])
        return None
    except InvalidSpec as error:
        return ["refuses", str(error.msg)]
    except Exception as error:  # Stone fails on some specifications instead of refusing them.
        return ["fails", f"{type(error).__name__}: {error}"]


print(json.dumps([verdict(texts) for texts in json.load(sys.stdin)]))
