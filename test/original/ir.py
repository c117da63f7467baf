"""The API that Stone's compiler makes, in the form of `ashlar ir`."""
from stone.ir import data_types as dt

KINDS = {
    dt.Boolean: "boolean",
    dt.Bytes: "bytes",
    dt.Void: "void",
    dt.Int32: "int32",
    dt.UInt32: "uint32",
    dt.Int64: "int64",
    dt.UInt64: "uint64",
    dt.Float32: "float32",
    dt.Float64: "float64",
}


def to_json(api, stone_cfg):
    """The document for an API. `stone_cfg` is the namespace of that name, which Stone takes out of the API; or None."""
    document = {"ashlarIr": 1, "namespaces": [namespace_json(each, api) for each in in_order(api.namespaces.values())]}
    if stone_cfg is not None:
        document["stoneCfg"] = namespace_json(stone_cfg, api, is_schema=True)
    return document


def in_order(things):
    return sorted(things, key=lambda each: each.name)


def without_none(**members):
    return {name.rstrip("_"): value for name, value in members.items() if value is not None}


def docs(thing):
    raw = thing.raw_doc
    return without_none(doc=thing.doc, rawDoc=raw)


def name_of(thing):
    return {"namespace": thing.namespace.name, "name": thing.name}


def namespace_json(namespace, api, is_schema=False):
    routes = sorted(namespace.routes, key=lambda route: (route.name, route.version))
    return without_none(
        name=namespace.name,
        doc=namespace.doc,
        imports=imports(namespace),
        annotationTypes=[annotation_type(each) for each in in_order(namespace.annotation_types)],
        annotations=[annotation(each) for each in in_order(namespace.annotations)],
        aliases=[alias(each) for each in in_order(namespace.aliases)],
        types=[data_type(each, is_schema) for each in in_order(namespace.data_types)],
        routes=[route_json(each, api) for each in routes],
    )


def imports(namespace):
    reasons = (("alias", "alias"), ("annotation", "annotation"), ("annotation_type", "annotationType"), ("data_type", "dataType"))
    entries = []
    for other, reason in sorted(namespace._imported_namespaces.items(), key=lambda each: each[0].name):
        used = [name for attribute, name in reasons if getattr(reason, attribute)]
        if used:
            entries.append({"namespace": other.name, "for": used})
    return entries


def annotation_type(each):
    params = [
        {
            "name": param.name,
            **docs(param),
            "type": type_json(param.data_type),
            **({"default": param.default} if param.has_default else {}),
        }
        for param in each.params
    ]
    return {"name": each.name, **docs(each), "params": params}


def annotation(each):
    if isinstance(each, dt.CustomAnnotation):
        return {"name": each.name, "kind": "custom", "type": name_of(each.annotation_type), "args": arguments(each)}
    kinds = {dt.Deprecated: "deprecated", dt.Preview: "preview", dt.Omitted: "omitted"}
    kinds.update({dt.RedactedBlot: "redactedBlot", dt.RedactedHash: "redactedHash"})
    return without_none(
        name=each.name,
        kind=kinds[type(each)],
        caller=getattr(each, "omitted_caller", None),
        regex=getattr(each, "regex", None),
    )


def arguments(each):
    return {param.name: each.kwargs[param.name] for param in each.annotation_type.params if each.kwargs[param.name] is not None}


def annotated(thing):
    redactor = None
    if thing.redactor is not None:
        kind = "blot" if isinstance(thing.redactor, dt.RedactedBlot) else "hash"
        redactor = without_none(kind=kind, regex=thing.redactor.regex, annotation=name_of(thing.redactor))
    applied = [
        {"annotation": name_of(each), "type": name_of(each.annotation_type), "args": arguments(each)}
        for each in thing.custom_annotations
    ]
    return without_none(redactor=redactor, annotations=applied or None)


def alias(each):
    return {"name": each.name, **docs(each), "type": type_json(each.data_type), **annotated(each)}


def data_type(each, is_schema):
    is_struct = dt.is_struct_type(each)
    subtypes = None
    if is_struct and each.has_enumerated_subtypes():
        tags = [{"name": field.name, "type": name_of(field.data_type)} for field in each.get_enumerated_subtypes()]
        subtypes = {"closed": not each.is_catch_all(), "tags": tags}
    examples = [] if is_schema else [example(*one) for one in each.get_examples().items()]
    return without_none(
        kind="struct" if is_struct else "union",
        name=each.name,
        **docs(each),
        closed=None if is_struct else each.closed,
        extends=name_of(each.parent_type) if each.parent_type else None,
        subtypes=subtypes,
        fields=[field_json(field) for field in each.fields],
        examples=examples or None,
    )


def example(label, each):
    return without_none(label=label, doc=each.text, value=each.value)


def field_json(field):
    has_default = getattr(field, "has_default", False)
    return {
        **without_none(
            name=field.name,
            **docs(field),
            type=type_json(field.data_type),
            deprecated=field.deprecated or None,
            preview=field.preview or None,
            omittedCaller=field.omitted_caller,
            catchAll=getattr(field, "catch_all", False) or None,
        ),
        **({"default": value_json(field.default)} if has_default else {}),
        **annotated(field),
    }


def value_json(value):
    if dt.is_tag_ref(value):
        union = dt.unwrap_aliases(value.union_data_type)[0]
        return {"tag": value.tag_name, "union": name_of(union)}
    return value


def route_json(route, api):
    deprecated = None
    if route.deprecated is not None:
        by = route.deprecated.by
        deprecated = {} if by is None else {"by": {"name": by.name, "version": by.version}}
    return without_none(
        name=route.name,
        version=route.version,
        **docs(route),
        deprecated=deprecated,
        arg=type_json(route.arg_data_type),
        result=type_json(route.result_data_type),
        error=type_json(route.error_data_type),
        attrs={name: attribute(value, name, route, api) for name, value in route.attrs.items() if value is not None},
    )


def attribute(value, name, route, api):
    # Stone has read timestamps and Bytes; the document has them as the specification does.
    schema = next(field for field in api.route_schema.all_fields if field.name == name)
    kind = dt.unwrap(schema.data_type)[0]
    if dt.is_timestamp_type(kind) or dt.is_bytes_type(kind):
        written = [given.value for given in route._ast_node.attrs if given.name == name]
        return written[0] if written else schema.default
    return value_json(value)


def type_json(each):
    if dt.is_nullable_type(each):
        return {"kind": "nullable", "of": type_json(each.data_type)}
    if dt.is_list_type(each):
        return without_none(kind="list", of=type_json(each.data_type), minItems=each.min_items, maxItems=each.max_items)
    if dt.is_map_type(each):
        return {"kind": "map", "key": type_json(each.key_data_type), "value": type_json(each.value_data_type)}
    if dt.is_string_type(each):
        return without_none(kind="string", minLength=each.min_length, maxLength=each.max_length, pattern=each.pattern)
    if dt.is_timestamp_type(each):
        return {"kind": "timestamp", "format": each.format}
    if type(each) in KINDS:
        return without_none(kind=KINDS[type(each)], min=getattr(each, "min_value", None), max=getattr(each, "max_value", None))
    return {"kind": "ref", **name_of(each)}
