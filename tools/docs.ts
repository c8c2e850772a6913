import { buildDocsSite } from './docsSite/buildDocsSite.ts'

// `npm run docs [-- folder]`: the pages of docs/ as a static site in dist/docs, to be opened from any web server.
const folder = process.argv[2] ?? 'dist/docs'
const { pages, problems } = await buildDocsSite(folder)
for (const problem of problems) console.error(problem)
console.log(`${pages} pages in ${folder}`)
if (problems.length > 0) process.exit(1)
