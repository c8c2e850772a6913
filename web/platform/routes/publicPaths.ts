/** The addresses that the doors lead to, apart from all others: a page before signing in needs no more. */
export const publicPaths = {
  root: () => '/',
  login: () => '/login',
  /** The public statement of accessibility: a page of the server, outside the application. */
  accessibility: () => '/accessibility',
}
