import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { settings } from '../server/platform/config/settings.ts'
import { clientSource, withTable } from './clientSource.ts'
import { runTool } from './runTool.ts'

// `npm run client`: generates the shops' client from the contract, then compiles it to client/dist for publishing. It is named after BRAND_VENDOR.
const folder = join(import.meta.dirname, '../client')
const generated = join(folder, 'src/generated')
mkdirSync(generated, { recursive: true })
for (const [name, text] of Object.entries(await clientSource())) writeFileSync(join(generated, name), text)
const readme = join(folder, 'README.md')
const vendor = process.env['BRAND_VENDOR'] || settings.BRAND_VENDOR[0]
const named = (text: string) => text.replaceAll(/@[\w-]+(?=\/shops-client)/g, `@${vendor}`)
writeFileSync(readme, named(withTable(readFileSync(readme, 'utf8'))))
const about = join(folder, 'package.json')
writeFileSync(about, named(readFileSync(about, 'utf8')))

rmSync(join(folder, 'dist'), { recursive: true, force: true })
const { code, output } = await runTool('node_modules/typescript/bin/tsc', ['-p', 'client/tsconfig.build.json'])
console.log(code === 0 ? 'client/dist is ready to be packed: npm pack ./client' : output.trimEnd())
process.exit(code)
