import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

type Shape = readonly [tag: string, attributes: Readonly<Record<string, string>>]

/** Reduces, in the build, each icon of lucide-react to its shapes, given to our own factory (`makeIcon`): without names, aliases and React keys. */
export function iconShapes(makeIcon: string): Plugin {
  return {
    name: 'trastienda:icon-shapes',
    apply: 'build',
    async load(id) {
      if (!/\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/.test(id)) return null
      const { __iconData: icon } = (await import(pathToFileURL(id).href)) as { __iconData?: { node: readonly Shape[] } } // as the package writes it
      // A former name of an icon: it re-exports the present one.
      if (!icon) return null
      const shapes = icon.node.map(([tag, { key: _key, ...attributes }]) => [tag, attributes])
      return `import { makeIcon } from ${JSON.stringify(makeIcon)}\nexport default /* @__PURE__ */ makeIcon(${JSON.stringify(shapes)})`
    },
  }
}
