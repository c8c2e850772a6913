import { webBuild } from './webBuild.ts'

// `npm run build`: the pages in dist/web, for an installation without development dependencies (docs/install.md).
if (!(await webBuild(console.log, { small: true }))) console.log('The pages are up to date.')
