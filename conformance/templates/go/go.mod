module example.org/my-@GAME@

go 1.21
