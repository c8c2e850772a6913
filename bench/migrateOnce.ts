import { migrate } from '../server/platform/database/migrate.ts'
import { appRole } from '../server/embedded/newCluster.ts'

// Brings a database to this version, in a process of its own that can be killed. node bench/migrateOnce.ts <owner's address>
await migrate(process.argv[2] ?? '', appRole)
