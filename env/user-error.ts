/**
 * A mistake of whoever uses the program: a wrong option, a damaged file, an unknown name. Its message is one line that
 * says what is wrong, where, and what to do; the command line prints it and exits with code 2. Everything else that is
 * thrown is a bug.
 */
export class UserError extends Error {
  override readonly name = 'UserError';
}
