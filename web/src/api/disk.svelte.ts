/** Whether the server's disk is full, as its last answer said: nothing can be saved then. */
export const disk = $state({ full: false });
