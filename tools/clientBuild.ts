import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clientSource, withTable } from './clientSource.ts'
import { runTool } from './runTool.ts'

// `npm run client`: generates the shops' client from the contract, then compiles it to client/dist for publishing.
const folder = join(import.meta.dirname, '../client')
const generated = join(folder, 'src/generated')
mkdirSync(generated, { recursive: true })
for (const [name, text] of Object.entries(await clientSource())) writeFileSync(join(generated, name), text)
const readme = join(folder, 'README.md')
writeFileSync(readme, withTable(readFileSync(readme, 'utf8')))

rmSync(join(folder, 'dist'), { recursive: true, force: true })
const { code, output } = await runTool('node_modules/typescript/bin/tsc', ['-p', 'client/tsconfig.build.json'])
console.log(code === 0 ? 'client/dist is ready to be packed: npm pack ./client' : output.trimEnd())
process.exit(code)
