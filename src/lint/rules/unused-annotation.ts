import type { Rule } from "../rule.js";
import { usedNames } from "../uses.js";

export const unusedAnnotation: Rule = {
  id: "unused-annotation",
  recommended: "warn",
  strict: "warn",
  summary: "An annotation that is never applied, or an annotation type without annotations",
  check(project, report) {
    const used = project.get(usedNames);
    for (const annotation of project.annotations) {
      if (!used.annotation.has(annotation.target)) {
        report(annotation, `Annotation '${annotation.node.name.text}' is never applied.`);
      }
    }
    for (const type of project.annotationTypes) {
      if (!used.annotationType.has(type.target)) {
        report(type, `There is no annotation of type '${type.node.name.text}'.`);
      }
    }
  },
};
