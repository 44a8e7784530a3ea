throw new Error('It cannot be read.')
