// oxlint-disable-next-line no-restricted-imports -- the clock's tests act on operations written like those of the room of operations
export * from '../operations/testOperations.ts'
// oxlint-disable-next-line no-restricted-imports -- and prove the same books
export { assertBooks, brokenBooks } from '../operations/testBooks.ts'
