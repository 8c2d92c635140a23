// Types of build.js, which runs under every Node that can install the project.
export function build(): Promise<void>
