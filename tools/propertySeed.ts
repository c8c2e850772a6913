import fc from 'fast-check'

// Properties are tried with the same values in every run, so that none fails by chance where nobody changed anything. Who looks for others gives
// a seed, and how many values.
const { PROPERTY_SEED: seed = '20261123', PROPERTY_RUNS: runs } = process.env
fc.configureGlobal({ seed: Number(seed), ...(runs !== undefined && { numRuns: Number(runs) }) })
