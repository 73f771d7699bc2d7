import { Comment, type ProjectReflection, ReflectionKind } from 'typedoc';
import { wordsFor } from './parameter-words.ts';

/** Parameters and fields without a description, by the names of the functions and types that have them. */
export const undescribed: string[] = [];

/** Describes parameters and fields whose docstrings do not, by what their names mean everywhere in this package. */
export function describeAll(project: ProjectReflection): void {
  undescribed.length = 0;
  for (const reflection of project.getReflectionsByKind(ReflectionKind.Parameter | ReflectionKind.Property)) {
    if (reflection.comment?.summary.length) continue;
    const fullName = reflection.getFullName();
    const words = wordsFor(fullName, reflection.name);
    if (words === undefined) undescribed.push(fullName);
    else reflection.comment = new Comment([{ kind: 'text', text: words }], reflection.comment?.blockTags);
  }
}
