import { existsSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from './chromium.ts'
import { runTool } from './runTool.ts'
import { compareScreens, type Difference } from './screens/compareScreens.ts'
import { startProduct } from './screens/startProduct.ts'
import { webBuild } from './webBuild.ts'

// `npm run screens -- --out <folder> [words]`: screenshots of every screen. `-- --compare <before> <after> [words]`: the differences between two such folders.
// `-- --readme`: the screenshots in docs/pictures.
const usage = 'Usage: npm run screens -- --out <folder> [words of screens] | --compare <before> <after> [words] | --readme'
const say = (line: string) => console.log(line)

const described = (difference: Difference): string => {
  if ('missing' in difference) return `${difference.name}: missing in the folder ${difference.missing}`
  const { left, top, width, height } = difference.box
  return `${difference.name}: ${(difference.share * 100).toFixed(3)} %, ${width}×${height} px from (${left}, ${top})`
}

async function compare(before: string, after: string, words: readonly string[]): Promise<number> {
  const differences = await compareScreens(before, after, words)
  for (const difference of differences) say(described(difference))
  say(differences.length === 0 ? 'All pictures are the same' : `${differences.length} differ`)
  return differences.length === 0 ? 0 : 1
}

/** Takes the screenshots of the groups that match a pattern. Returns the exit code. */
async function take(pattern: string, env: Record<string, string>): Promise<number> {
  const startedAt = performance.now()
  await webBuild(say)
  const product = await startProduct(say)
  try {
    const { code } = await runTool(
      'node_modules/@playwright/test/cli.js',
      ['test', '--config', 'tools/screens/screens.config.ts', '--reporter=list', '--grep', pattern],
      { show: true, env: { ...env, NIGHTLY: '1', E2E_PORT: String(product.port), CHROMIUM_PATH: await chromium(say) } },
    )
    say(
      `${code === 0 ? 'All pictures taken' : 'Not all pictures could be taken'} (${Math.round((performance.now() - startedAt) / 1000)} s)`,
    )
    return code
  } finally {
    await product.stop()
  }
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    options: { out: { type: 'string' }, compare: { type: 'boolean' }, readme: { type: 'boolean' } },
    allowPositionals: true,
  })
  if (values.readme) return take('readme', { SCREENS_OUT: resolve('docs/pictures') })
  if (values.out !== undefined && existsSync(values.out) && readdirSync(values.out).length > 0) {
    console.error(`${values.out} is not empty: pictures of an earlier run would be compared too.`)
    return 1
  }
  if (values.out !== undefined) return take('screens of', { SCREENS_OUT: resolve(values.out), SCREENS_WORDS: positionals.join(' ') })
  const [before, after, ...words] = positionals
  if (values.compare && before !== undefined && after !== undefined) return compare(before, after, words)
  console.error(usage)
  return 1
}

process.exit(await main())
