import fc from 'fast-check'

// Property tests use the same values in every run, so that none fails by chance. To try others set a seed
// and the number of values.
const { PROPERTY_SEED: seed = '20261123', PROPERTY_RUNS: runs } = process.env
fc.configureGlobal({ seed: Number(seed), ...(runs !== undefined && { numRuns: Number(runs) }) })
