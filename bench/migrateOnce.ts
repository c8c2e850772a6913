import { migrate } from '../server/platform/database/migrate.ts'
import { appRole } from '../server/embedded/newCluster.ts'

// Migrates a database to this version, in a separate process that can be killed. node bench/migrateOnce.ts <owner's connection string>
await migrate(process.argv[2] ?? '', appRole)
