import { personas } from '../server/demo/personas.ts'
import type { Running } from '../server/app/main.ts'

/** Prints the product's address and, with demo data, the personas. The last line is the address alone. */
export function welcome({ address, config }: Running): void {
  console.log(`\n${config.brand.name} is ready (${(performance.now() / 1000).toFixed(1)} s)`)
  if (config.demo) {
    const width = Math.max(...personas.map(({ email }) => email.length))
    console.log(`\nSign in with one of these; the password is ${config.demoPassword}`)
    for (const { email, role, note } of personas) console.log(`  ${email.padEnd(width)}  ${role.padEnd(6)}  ${note}`)
    console.log(`\nThe provider's console, with its people on its sign-in page: ${address}/console`)
  }
  console.log(`\n${address}`)
}
