import { migrate } from '../server/db/migrate.ts'
import { appRole } from '../server/db/newCluster.ts'

// Brings a database to this version, in a process of its own that can be killed. node bench/migrateOnce.ts <owner's address>
await migrate(process.argv[2] ?? '', appRole)
