// as-pect's transform, made to work with AssemblyScript 0.28.
//
// @as-pect/transform 8.1.0 adds the two methods that `expect` needs to every class. It recognises a class by the
// number AssemblyScript 0.27 gave to that kind of node, and 0.28 has moved the numbers. While it runs, the nodes it
// looks at carry the old numbers; then they get their own back.

import { NodeKind } from 'assemblyscript';
import AspectTransform from '@as-pect/transform';

const KIND_IN_0_27 = new Map([
  [NodeKind.ClassDeclaration, 51],
  [NodeKind.FieldDeclaration, 54],
  [NodeKind.MethodDeclaration, 58],
  [NodeKind.NamespaceDeclaration, 59],
]);
const NOTHING_IT_KNOWS = -1;

export default class extends AspectTransform {
  afterParse(parser) {
    const renumbered = [];
    const renumber = (nodes) => {
      for (const node of nodes) {
        const kind = node.kind;
        renumbered.push([node, kind]);
        node.kind = KIND_IN_0_27.get(kind) ?? NOTHING_IT_KNOWS;
        if (kind === NodeKind.ClassDeclaration || kind === NodeKind.NamespaceDeclaration) renumber(node.members);
      }
    };
    for (const source of parser.sources) renumber(source.statements);
    try {
      super.afterParse(parser);
    } finally {
      for (const [node, kind] of renumbered) node.kind = kind;
    }
  }
}
