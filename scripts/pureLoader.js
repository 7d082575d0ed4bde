// @assemblyscript/loader patches Object.hasOwn for engines of old and makes a decoder when it is imported. Importing
// signorini must do nothing, so the bundle leaves the patch out and marks the decoder as one that may be dropped.

const edits = [
  [/Object\.hasOwn = Object\.hasOwn \|\| function\(obj, prop\) \{[^}]*\};/, ''],
  [/= new TextDecoder\(/, '= /* @__PURE__ */ new TextDecoder('],
];

export function pureLoader() {
  return {
    name: 'pure-loader',
    transform(code, id) {
      if (!/@assemblyscript[\\/]loader/.test(id)) return null;
      for (const [what, by] of edits) {
        if (!what.test(code)) this.error(`${what} is not in ${id} any more`);
        code = code.replace(what, by);
      }
      return { code, map: null };
    },
  };
}
